/** What tests do with rally zones, as the administrator that `admin` returns. */
import type { Client } from './apiServer.ts'
import { kmlFile } from './zoneFiles.ts'

export function zoneSteps(admin: () => Client) {
  let made = 0
  const get = (id: number) => admin().rallyZone.get({ params: { id } })
  const getShapes = (id: number) => admin().rallyZone.getShapes({ params: { id } })
  return {
    get,
    getShapes,
    async add({ title = `Zone ${(made += 1)}`, enabled = true, zoneFile = [kmlFile()] } = {}): Promise<number> {
      return (await admin().rallyZone.create({ body: { title, enabled, zoneFile } })).id
    },
    change: (id: number, body: object) =>
      admin().rallyZone.update({ params: { id }, body: { title: 'Changed', enabled: true, zoneFile: [], version: undefined, ...body } }),
    /** Of its shapes, each with the number of its file. */
    namesOf: async (id: number) => (await getShapes(id)).features.map(({ properties: { file, name } }) => [file, name]),
    readFiles: async (...zoneFile: File[]) => (await admin().rallyZone.readFiles({ body: { zoneFile } })).files,
  }
}

export function hectares({ areaSquareMeters }: { areaSquareMeters: number | null }): number {
  return (areaSquareMeters ?? 0) / 10_000
}
