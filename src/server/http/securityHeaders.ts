/** Security headers of every response, errors and files included (docs/security.md, 13). Stricter headers of a handler stay. */
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '../config/readConfig.ts'

/** `imageOrigin`: files/imageAddress.ts. */
export function securityHeaders({ brand, animationsUrl, publicUrl }: Config, imageOrigin?: string): MiddlewareHandler {
  return secureHeaders({
    overwrite: false,
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...origins(brand.logoUrl, brand.backgroundUrl)],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...origins(imageOrigin ?? null)],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      // The browser's PDF viewer shows files that the page has fetched in a frame.
      frameSrc: ['blob:', ...origins(animationsUrl)],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // RFC 6797, 7.2: never over plain HTTP.
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'no-referrer',
    // Only policies that Chromium knows; it logs a warning for others.
    permissionsPolicy: {
      hid: ['self'],
      screenWakeLock: ['self'],
      camera: [],
      microphone: [],
      geolocation: [],
      payment: [],
      usb: [],
      serial: [],
    },
  })
}

function origins(...addresses: readonly (string | null)[]): string[] {
  return addresses.flatMap((address) => (address === null ? [] : [new URL(address).origin]))
}
