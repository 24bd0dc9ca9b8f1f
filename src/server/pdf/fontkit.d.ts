/** fontkit brings no types; pdf-lib declares what it needs of it. */
declare module 'fontkit' {
  import type { Fontkit } from '@cantoo/pdf-lib/cjs/types/fontkit.js'

  export const create: Fontkit['create']
}
