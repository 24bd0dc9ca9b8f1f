/** One value of the table `settings`. */
import { eq } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { settings } from '../db/tables.ts'
import type { SettingKey } from '../db/tables/settingKeys.ts'

export async function readSetting(db: Database, key: SettingKey): Promise<string | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return row?.value
}

export async function writeSetting(db: Database, key: SettingKey, value: string): Promise<void> {
  await db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } })
}
