import babel from '@rolldown/plugin-babel'
import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** The app's build; with `--ssr` the server's. Vitest reads its projects from here too. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild
    ? []
    : [react(), babel({ plugins: ['@lingui/babel-plugin-lingui-macro'] }), lingui({ failOnMissing: true }), tailwindcss()],
  build: isSsrBuild ? { emptyOutDir: true, target: 'node20' } : { outDir: 'dist/app', emptyOutDir: true, target: 'es2023' },
  worker: { format: 'es' },
  server: { proxy: { '/backend': 'http://127.0.0.1:3000' } },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'workers/**/*.test.ts', 'tests/*.test.ts'] } },
      { extends: true, test: { name: 'api', include: ['tests/api/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 } },
    ],
  },
}))
