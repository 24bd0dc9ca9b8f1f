/** Draws the rooms of docs/architecture.md as Mermaid flowcharts, from the tables of rooms and the imports that are there. */
import type { Import, RoomTable } from './rooms.ts'

type Arrow = { readonly from: string; readonly to: string }

/** No room, but settings and declarations. */
const noRoom = /^tsconfig\.json$|\.css$|\.d\.ts$/

/** The rooms of each floor, from top to bottom. */
export function drawnFloors({ floors }: RoomTable): string[][] {
  return floors.map((rooms) => rooms.filter((room) => !noRoom.test(room))).filter((rooms) => rooms.length > 0)
}

/** A flowchart of floors. An arrow is an import; one that other arrows imply is left out, so that the figure can be read. */
export function drawRooms(table: RoomTable, imports: readonly Import[]): string {
  const floors = drawnFloors(table)
  const roomOf = (path: string) =>
    floors.flat().find((room) => (room.endsWith('/') ? path.startsWith(table.root + room) : path === table.root + room))
  const arrows = imports.flatMap((one) => {
    const [from, to] = [roomOf(one.from), roomOf(one.to)]
    return from === undefined || to === undefined || from === to ? [] : [{ from, to }]
  })
  return drawFlowchart(floors, shortest(distinct(arrows)), [])
}

/** A flowchart of folders, with `dashed` arrows for what is no import, each with its words. */
export function drawFolders(
  floors: readonly (readonly string[])[],
  imports: readonly Import[],
  dashed: readonly (Arrow & { readonly words: string })[],
): string {
  const folderOf = (path: string) => floors.flat().find((folder) => path.startsWith(folder))
  const arrows = imports.flatMap((one) => {
    const [from, to] = [folderOf(one.from), folderOf(one.to)]
    return from === undefined || to === undefined || from === to ? [] : [{ from, to }]
  })
  return drawFlowchart(floors, distinct(arrows), dashed)
}

function drawFlowchart(
  floors: readonly (readonly string[])[],
  arrows: readonly Arrow[],
  dashed: readonly (Arrow & { readonly words: string })[],
): string {
  const lines = floors.flatMap((floor, index) => {
    const nodes = floor.map((room) => `${id(room)}["${room}"]`)
    return floor.length === 1 ? nodes : [`subgraph floor${index}[" "]`, ...nodes.map((node) => `  ${node}`), 'end']
  })
  const solid = arrows.map(({ from, to }) => `${id(from)} --> ${id(to)}`)
  const others = dashed.map(({ from, to, words }) => `${id(from)} -. ${words} .-> ${id(to)}`)
  return ['```mermaid', 'flowchart TB', ...[...lines, ...solid, ...others].map((line) => `  ${line}`), '```'].join('\n')
}

/** Of a node. */
function id(room: string): string {
  return room.replace(/\/$/, '').replaceAll(/\W/g, '_')
}

function distinct(arrows: readonly Arrow[]): Arrow[] {
  const seen = new Map(arrows.map((arrow) => [`${arrow.from} ${arrow.to}`, arrow]))
  return [...seen.keys()].toSorted().flatMap((key) => seen.get(key) ?? [])
}

/** Without the arrows whose end is reached by a longer way too. */
function shortest(arrows: readonly Arrow[]): Arrow[] {
  const nextOf = (room: string) => arrows.filter(({ from }) => from === room).map(({ to }) => to)
  const reached = (start: string, found = new Set<string>()): Set<string> => {
    for (const room of nextOf(start)) if (!found.has(room)) reached(room, found.add(room))
    return found
  }
  return arrows.filter(({ from, to }) => !nextOf(from).some((other) => other !== to && reached(other).has(to)))
}
