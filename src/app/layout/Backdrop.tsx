const rings = [70, 120, 178, 244, 318, 400, 490, 588, 694] as const

/** The brand's picture or, by default, the field of a search coil. Decorative, hidden from screen readers. */
export function Backdrop({ imageUrl }: { imageUrl: string | null }) {
  if (imageUrl !== null) return <img src={imageUrl} alt="" className="h-24 w-full object-cover lg:sticky lg:top-0 lg:h-dvh" />
  return (
    <div aria-hidden className="relative h-20 overflow-hidden bg-[oklch(0.19_0.012_58)] lg:sticky lg:top-0 lg:h-dvh">
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="xMidYMid slice" fill="none" className="absolute inset-0 size-full">
        <defs>
          <radialGradient id="backdrop-glow" cx="0.44" cy="0.6" r="0.72">
            <stop offset="0" stopColor="oklch(0.5 0.1 52)" stopOpacity="0.55" />
            <stop offset="0.45" stopColor="oklch(0.34 0.06 52)" stopOpacity="0.35" />
            <stop offset="1" stopColor="oklch(0.19 0.012 58)" stopOpacity="0" />
          </radialGradient>
        </defs>
        <rect width="1000" height="1000" fill="url(#backdrop-glow)" />
        <g stroke="oklch(0.78 0.11 58)">
          {rings.map((radius, index) => (
            <ellipse
              key={radius}
              cx="440"
              cy="600"
              rx={radius}
              ry={radius * 0.62}
              strokeWidth={index === 1 ? 5 : 1.4}
              opacity={index === 1 ? 0.95 : 0.62 - index * 0.062}
            />
          ))}
          <path d="M440 600 L760 -40" strokeWidth="5" strokeLinecap="round" opacity="0.95" />
          <circle cx="440" cy="600" r="9" fill="oklch(0.78 0.11 58)" stroke="none" />
        </g>
      </svg>
    </div>
  )
}
