/** Checks the folders of a tree against a table of rules. Works on paths and imports only; knows no folder by name. */
import { posix } from 'node:path'

export type Import = { readonly from: string; readonly to: string; readonly isOurs: boolean }

export type RoomTable = {
  /** "src/server/". A room is a folder in it ("http/") or a single file ("main.ts"). */
  readonly root: string
  /** From top to bottom: a room may import from lower floors and from itself, not from others on its floor. */
  readonly floors: readonly (readonly string[])[]
  readonly looseFilesMax: number
  readonly folderFilesMax: number
  /** Folders that may have any number of files. */
  readonly unlimitedFolders: readonly string[]
}

const noFloor = -1

function floorAndRoom(path: string, { root, floors }: RoomTable): { floor: number; room: string | undefined } {
  const rest = path.slice(root.length)
  const isIn = (room: string) => (room.endsWith('/') ? rest.startsWith(room) : rest === room)
  const floor = floors.findIndex((rooms) => rooms.some(isIn))
  return { floor, room: floors[floor]?.find(isIn) }
}

/** Folders with more files than allowed, as "folder: count". Leave tests out of `paths`. */
export function crowdedFolders(paths: readonly string[], table: RoomTable): string[] {
  const counts = new Map<string, number>()
  for (const path of paths.filter((one) => one.startsWith(table.root))) {
    const folder = `${posix.dirname(path)}/`
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const maxOf = (folder: string) => (folder === table.root ? table.looseFilesMax : table.folderFilesMax)
  return [...counts]
    .filter(([folder, count]) => count > maxOf(folder) && !table.unlimitedFolders.some((one) => folder.startsWith(table.root + one)))
    .map(([folder, count]) => `${folder}: ${count}`)
}

/** Files that are missing from the table, and rooms that are empty. */
export function roomsOutOfDate(paths: readonly string[], table: RoomTable): string[] {
  const inTree = paths.filter((path) => path.startsWith(table.root))
  const homeless = inTree.filter((path) => floorAndRoom(path, table).floor === noFloor)
  const used = new Set(inTree.map((path) => floorAndRoom(path, table).room))
  return [...homeless, ...table.floors.flat().filter((room) => !used.has(room))]
}

/** Imports that go up, or to another room on the same floor, as "from -> to". */
export function upwardImports(imports: readonly Import[], table: RoomTable): string[] {
  const inTree = imports.filter(({ from, to }) => from.startsWith(table.root) && to.startsWith(table.root))
  return inTree
    .filter(({ from, to }) => {
      const [upper, lower] = [floorAndRoom(from, table), floorAndRoom(to, table)]
      return upper.room !== lower.room && lower.floor <= upper.floor
    })
    .map(({ from, to }) => `${from} -> ${to}`)
}

/** Files in import cycles, including those on a path between two cycles. Type imports count. */
export function filesInCircles(imports: readonly Import[], root: string): string[] {
  let left = imports.filter(({ from, to }) => from.startsWith(root) && to.startsWith(root))
  for (;;) {
    // A file without imports, or that nothing imports, is in no cycle; removing it may expose others.
    const [importers, imported] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))]
    const next = left.filter(({ from, to }) => importers.has(to) && imported.has(from))
    if (next.length === left.length) return [...importers].toSorted()
    left = next
  }
}

/** Rooms of a folder, its files and the folders in it, that import each other in a circle. */
export function roomsInCircles(imports: readonly Import[], folder: string): string[] {
  const roomOf = (path: string) => path.slice(folder.length).replace(/(?<=\/).*/, '')
  const inFolder = imports.filter(({ from, to }) => from.startsWith(folder) && to.startsWith(folder))
  const between = inFolder
    .map(({ from, to, isOurs }) => ({ from: roomOf(from), to: roomOf(to), isOurs }))
    .filter(({ from, to }) => from !== to)
  return filesInCircles(between, '')
}
