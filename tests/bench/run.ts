/** `npm run bench`: builds, prints one `name: value` line for each measure, and fails when one is over its limit. */
import { spawnSync } from 'node:child_process'
import { coldStartOfflineSeconds } from './coldStart.ts'
import { dashboardBytes } from './dashboard.ts'
import { measureFlash } from './flash.ts'
import { deviceJavaScriptBytes, loginJavaScriptBytes } from './javaScriptSize.ts'
import { measureList } from './list.ts'
import { pageFlashRatio } from './pageFlash.ts'
import { measureObservedCalls } from './observedCalls.ts'
import { finish, print } from './report.ts'
import { measureRequestBlock } from './requestBlock.ts'
import { measureSheets } from './sheets.ts'
import { measureZoneFiles } from './zoneFiles.ts'

const build = spawnSync('npm', ['run', '--silent', 'build'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
})
if (build.status !== 0) throw new Error('the build failed; nothing was measured')

print('device_chunk_gzip_kb', (await deviceJavaScriptBytes()) / 1000, 14)
const loginJavaScript = await loginJavaScriptBytes()
print('app.login_js_gzip_kb', loginJavaScript.toShow / 1000, 165)
print('app.login_js_afterwards_gzip_kb', loginJavaScript.afterwards / 1000)
print('offline.cold_start_s', await coldStartOfflineSeconds(), 2)

const flash = await measureFlash()
print('flash.ratio', flash.ratio, 1.02)
print('flash.ratio_hidden', flash.ratioHidden, 1.03)
print('flash.overhead_us', flash.overheadUs)
print('flash.whole_s', flash.wholeSeconds)
print('flash.whole_hidden_s', flash.wholeHiddenSeconds)
print('flash.ratio_page_slow6', await pageFlashRatio(), 1.05)

print('dashboard.first_view_gzip_kb', (await dashboardBytes()) / 1000, 60)

const list = await measureList()
print('list.first_view_js_gzip_kb', list.javaScriptBytes / 1000, 60)
print('list.scroll_blank_ms', list.blankMs, 200)
print('list.scroll_heap_mb', list.heapMegabytes, 100)

const block = await measureRequestBlock()
print('worst_request_block_ms', block.worstMs, 100)
print('worst_request_block.requests', block.requests)
for (const { name, ms } of block.slowest) console.error(`${Math.round(ms)} ms: ${name}`)

const observed = await measureObservedCalls()
print('observed_calls.ratio', observed.ratio)
print('observed_calls.us', observed.microseconds)

const sheets = await measureSheets()
print('sheet_50000.generate_s', sheets.generateSeconds)
print('sheet_50000.download_s', sheets.downloadSeconds)
print('sheet_50000.worst_request_block_ms', sheets.worstMs, 100)

const zoneFiles = await measureZoneFiles()
print('zone_files.longest_answer_s', zoneFiles.longestSeconds, 2)
print('zone_files.worst_request_block_ms', zoneFiles.worstMs, 100)
print('zone_files.files', zoneFiles.files)
for (const line of zoneFiles.slowest) console.error(line)

finish()
