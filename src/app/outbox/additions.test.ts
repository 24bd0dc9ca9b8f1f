import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { createAdditions } from './additions.ts'

type Fields = { readonly now: string; readonly isStart: true }
const [oldest, newest] = [{ now: 'noon' }, { isStart: true }] as const
const nameless = new AppError('request.invalid')

let sent: Partial<Fields>[]
let build: string | null
beforeEach(() => {
  build = null
  sent = []
})

/** A server that refuses the fields it does not know, by their names or without. */
function server(unknown: readonly string[], isNaming = true) {
  return async (fields: Partial<Fields>): Promise<string> => {
    sent.push(fields)
    const invalidField = unknown.find((field) => field in fields)
    if (invalidField === undefined) return 'accepted'
    throw isNaming ? new AppError('request.invalid', { invalidField }) : nameless
  }
}

describe('what a server does not know', () => {
  it('is sent to one that knows it', async () => {
    const send = createAdditions(() => build)
    await expect(send('create', [oldest, newest], server([]))).resolves.toBe('accepted')
    expect(sent).toEqual([{ ...oldest, ...newest }])
  })

  it('is left out once it was refused, and what is older is still sent', async () => {
    const send = createAdditions(() => build)
    const old = server(['isStart'])
    for (let call = 0; call < 3; call += 1) await expect(send('create', [oldest, newest], old)).resolves.toBe('accepted')
    expect(sent).toEqual([{ ...oldest, ...newest }, oldest, oldest, oldest])
  })

  it('takes with it what is newer, so that a call is refused once', async () => {
    const send = createAdditions(() => build)
    await send('create', [oldest, newest], server(['now', 'isStart']))
    expect(sent).toEqual([{ ...oldest, ...newest }, {}])
  })

  it('is nothing of these to a server that names no field', async () => {
    const send = createAdditions(() => build)
    const old = server(['isStart'], false)
    await send('create', [oldest, newest], old)
    await send('create', [oldest, newest], old)
    expect(sent).toEqual([{ ...oldest, ...newest }, {}, {}])
  })

  it('is known for each call by itself', async () => {
    const send = createAdditions(() => build)
    await send('create', [oldest, newest], server(['isStart']))
    await send('report', [oldest, newest], server([]))
    expect(sent.at(-1)).toEqual({ ...oldest, ...newest })
  })

  it('is known for each build by itself: an upgraded server is sent all, and no build refuses twice', async () => {
    const send = createAdditions(() => build)
    const all: Partial<Fields> = { ...oldest, ...newest }
    const servers = { '7': server(['isStart']), '8': server([]) }
    for (const answering of ['7', '8', '7', '8'] as const) {
      build = answering
      await send('create', [oldest, newest], servers[answering])
    }
    expect(sent).toEqual([all, oldest, all, oldest, all])
  })

  it('is what the build lacks that has refused it, whichever answered before', async () => {
    const send = createAdditions(() => build)
    const old = server(['isStart'])
    build = '8'
    await send<Fields, string>('create', [oldest, newest], (fields) => {
      build = '7'
      return old(fields)
    })
    build = '8'
    await send('create', [oldest, newest], server([]))
    expect(sent.at(-1)).toEqual({ ...oldest, ...newest })
  })

  it('is not blamed for another refusal', async () => {
    const send = createAdditions(() => build)
    const refuse = async (fields: Partial<Fields>) => {
      sent.push(fields)
      throw nameless
    }
    await expect(send('create', [oldest], refuse)).rejects.toThrow(nameless)
    await expect(send('create', [oldest], server([]))).resolves.toBe('accepted')
    expect(sent).toEqual([oldest, {}, oldest])
    const other = new AppError('request.invalid', { invalidField: 'userProductId' })
    await expect(send('create', [oldest], () => Promise.reject(other))).rejects.toThrow(other)
    const gone = new AppError('network.offline.error')
    await expect(send('create', [oldest], () => Promise.reject(gone))).rejects.toThrow(gone)
  })
})
