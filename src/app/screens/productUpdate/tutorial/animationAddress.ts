import type { TutorialFamily } from './tutorialPaging.ts'

/**
 * The URL of a step on the maker's animation site, counted from 1: `https://site.example/tutorial/ws6/3`. The specification, section 7, gives
 * only the site (`file/getSiteUrl`, from ANIMATIONS_URL); the path is our choice. The server's `frame-src` allows only that site's origin.
 */
export function animationAddress(siteUrl: string, family: TutorialFamily, stepNumber: number): string {
  return `${siteUrl.replace(/\/+$/, '')}/tutorial/${family}/${stepNumber}`
}
