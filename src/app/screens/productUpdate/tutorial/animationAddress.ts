import type { TutorialFamily } from './tutorialPaging.ts'

/**
 * Where the maker's site has its own animation of a step, counted from 1: `https://site.example/tutorial/ws6/3`. Section 7 gives only the
 * site (`file/getSiteUrl`, from ANIMATIONS_URL); the path is our choice. The server's `frame-src` allows that site's origin and no other.
 */
export function animationAddress(siteUrl: string, family: TutorialFamily, stepNumber: number): string {
  return `${siteUrl.replace(/\/+$/, '')}/tutorial/${family}/${stepNumber}`
}
