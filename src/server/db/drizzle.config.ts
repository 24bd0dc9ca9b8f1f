/**
 * Only for drizzle-kit: `npm run db:generate -- NAME` writes the migration from the last snapshot to tables.ts, then keeps only the new
 * snapshot.
 */
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './src/server/db/tables.ts',
  out: './src/server/db/migrations',
})
