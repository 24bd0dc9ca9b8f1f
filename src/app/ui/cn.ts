import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Class names as one string; of two that set the same property the later one counts. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
