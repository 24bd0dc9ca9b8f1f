import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Class names, later ones winning over earlier ones that set the same thing. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
