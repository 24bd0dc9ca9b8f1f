import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import { cloneElement, type ComponentProps, isValidElement, type MouseEvent, type PropsWithChildren, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { ownElements, textsInElements } from './own-elements.ts'
import { Spinner } from './spinner.tsx'

export const buttonVariants = cva(
  [
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap select-none',
    'transition-[background-color,border-color,color,transform] duration-100 active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55',
    "[&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4",
  ],
  {
    variants: {
      variant: {
        default: 'bg-primary text-primary-foreground shadow-card hover:bg-primary/90',
        destructive: 'bg-destructive text-destructive-foreground shadow-card hover:bg-destructive/90',
        outline: 'border border-input/70 bg-card shadow-card hover:bg-accent hover:text-accent-foreground',
        secondary: 'bg-secondary text-secondary-foreground hover:bg-secondary/70',
        ghost: 'hover:bg-accent hover:text-accent-foreground',
        /** Opens a choice, and says whether one was made. */
        filter: 'border border-input bg-card font-normal! shadow-card hover:bg-accent hover:text-accent-foreground',
        chosenFilter: 'border border-primary bg-accent font-normal! text-accent-foreground shadow-card',
        link: 'text-primary underline-offset-4 hover:underline forced-colors:border-0 forced-colors:underline',
      },
      size: {
        sm: 'h-8 px-3 text-sm',
        md: 'h-9 px-3 text-sm',
        default: 'h-10 px-4 text-sm',
        /** Within text: no padding. */
        inline: 'h-auto text-sm',
        lg: 'h-13 px-7 text-base',
        icon: 'size-10',
        'icon-sm': 'size-8',
        /** A row of a list has 32 px, its border included; 44 px where a finger taps. */
        'icon-row': 'size-7 pointer-coarse:size-10',
      },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
)

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    /** Renders the single child, such as a link, as a button. */
    asChild?: boolean
    /** Marks the action as in progress and ignores further clicks. Keeps the focus, which a disabled button would lose. */
    isBusy?: boolean
  }

export function Button({ className, variant, size, asChild = false, isBusy = false, children, ...props }: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root data-slot="button" className={classes} {...props}>
        {withOwnElements(children)}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      data-slot="button"
      className={classes}
      {...props}
      {...(isBusy && { 'aria-busy': true, 'aria-disabled': true, onClick: refuse })}
    >
      {isBusy && <Spinner />}
      {textsInElements(children)}
    </button>
  )
}

/** The single child, with its own children so. */
function withOwnElements(child: ReactNode): ReactNode {
  return isValidElement<PropsWithChildren>(child) ? cloneElement(child, undefined, ownElements(child.props.children)) : child
}

/** Also stops the Enter key in a field from submitting the form. */
function refuse(event: MouseEvent): void {
  event.preventDefault()
}
