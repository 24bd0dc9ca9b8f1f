/** Plugs devices into the Chromium of the drill, and pulls them out: udev.c reads the same folder. Knows reports; knows no protocol. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const reportBytes = 64
/** hidraw takes the report's number first, 0 for a device that numbers none. */
const writtenBytes = 1 + reportBytes
/** One input and one output report of 64 bytes, on a page of the maker's own. */
const reportDescriptor = Buffer.from('0600ff0901a1010902150026ff007508954081020903150026ff00750895409102c0', 'hex')
/** The same two, both with the number 1. */
const numberedDescriptor = Buffer.from('0600ff0901a10185010902150026ff007508954081020903150026ff00750895409102c0', 'hex')
/** Every page has sent something within this time, while it programs. */
const killingMs = 500

type HidIdentity = {
  readonly vendorId: number
  readonly productId: number
  readonly productName: string
  /** Without one, Chromium forgets at each unplug that the person has allowed the device. */
  readonly usbSerial: string | null
  readonly hasNumberedReports?: boolean
}

export type Cable = {
  /** Sends an input report to every page that has opened the device. */
  readonly send: (report: Uint8Array) => void
  readonly pull: () => Promise<void>
}

export type HidBus = {
  readonly plug: (identity: HidIdentity, onReport: (report: Uint8Array) => void) => Promise<Cable>
  /** Every open handle that writes until then, or soon, refuses it from then on, and no event tells of it. Those that are opened later work. */
  readonly killHandles: (until?: Promise<unknown>) => Promise<void>
  /** Whether the node of each device can be opened. */
  readonly refuseOpen: (isRefused: boolean) => Promise<void>
  /** As another program that has opened the newest device: sends the report again and again, and hears all replies, until it is ended. */
  readonly chatter: (report: Uint8Array, everyMs: number) => () => void
  /** Pulls out what is still plugged in. */
  readonly close: () => Promise<void>
}

export async function openHidBus(folder: string): Promise<HidBus> {
  const plugged = join(folder, 'plugged')
  await mkdir(plugged, { recursive: true })
  const cables = new Set<Cable>()
  let lastNumber = 0

  async function plug(identity: HidIdentity, onReport: (report: Uint8Array) => void): Promise<Cable> {
    const name = `hidraw${lastNumber}`
    lastNumber += 1
    const device = join(folder, name)
    await mkdir(device)
    await writeFile(join(device, 'device'), propertiesOf(identity))
    await writeFile(join(device, 'report_descriptor'), identity.hasNumberedReports === true ? numberedDescriptor : reportDescriptor)

    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      readReports(socket, onReport)
      socket.on('close', () => sockets.delete(socket))
      // The page may close the device at any time.
      socket.on('error', () => {})
    })
    await new Promise<void>((resolve) => {
      server.listen(join(device, 'node'), resolve)
    })
    await writeFile(join(plugged, name), '')
    const cable: Cable = {
      send: (report) => {
        for (const socket of sockets) if (socket.writable) socket.write(report)
      },
      pull: async () => {
        cables.delete(cable)
        server.close()
        for (const socket of sockets) socket.destroy()
        await rm(join(plugged, name), { force: true })
        await rm(device, { recursive: true, force: true })
      },
    }
    cables.add(cable)
    return cable
  }

  return {
    plug,
    killHandles: async (until = delay(killingMs)) => {
      await writeFile(join(folder, 'kill-handles'), '')
      await until
      await rm(join(folder, 'kill-handles'))
    },
    refuseOpen: async (isRefused) => {
      const told = join(folder, 'refuse-open')
      await (isRefused ? writeFile(told, '') : rm(told, { force: true }))
    },
    chatter: (report, everyMs) => {
      let program: Socket | null = null
      const timer = setInterval(() => {
        // Not while the device is out.
        if (program === null || program.destroyed) {
          program = createConnection(join(folder, `hidraw${lastNumber - 1}`, 'node'))
          program.on('error', () => {}).resume()
        } else program.write(Buffer.concat([Buffer.alloc(1), report]))
      }, everyMs)
      return () => {
        clearInterval(timer)
        program?.destroy()
      }
    },
    close: async () => {
      await Promise.all([...cables].map(({ pull }) => pull()))
    },
  }
}

function propertiesOf({ vendorId, productId, productName, usbSerial }: HidIdentity): string {
  // 3 is the USB bus.
  return `HID_ID=0003:${hexadecimal(vendorId)}:${hexadecimal(productId)}\nHID_NAME=${productName}\nHID_UNIQ=${usbSerial ?? ''}\n`
}

function hexadecimal(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, '0')
}

function readReports(socket: Socket, onReport: (report: Uint8Array) => void): void {
  let received = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    while (received.length >= writtenBytes) {
      onReport(received.subarray(1, writtenBytes))
      received = received.subarray(writtenBytes)
    }
  })
}
