/** A hand that points up: the fingertip is at 0 0, the sleeve below. It is a right hand seen from its back; mirrored, a left one. */
export function PointingHand() {
  return (
    <g>
      <Sleeve x={-4} y={126} />
      <path
        className="skin"
        d="M-9 9A9 9 0 0 1 9 9V54A8.5 8.5 0 0 1 26 56A8 8 0 0 1 42 60A7 7 0 0 1 56 64V94C56 110 50 116 47 130H0C-3 116 -14 108 -24 90L-36 70C-41 60 -30 52 -22 60L-9 74Z"
      />
      <path className="crease" d="M9 54V76M26 56V76M42 60V76M-4 6C-4 2 4 2 4 6V13H-4Z" />
    </g>
  )
}

/** The second finger lies 40 to the right of the first. */
export function TwoFingerHand() {
  return (
    <g>
      <Sleeve x={0} y={130} />
      <path
        className="skin"
        d="M-9 10A9 9 0 0 1 9 8L19 58H21L31 8A9 9 0 0 1 49 10L43 62A8 8 0 0 1 58 66A7 7 0 0 1 71 70V98C71 114 62 120 58 134H6C3 120 -8 110 -16 94L-26 76C-30 66 -20 60 -13 66L0 78Z"
      />
      <path className="crease" d="M43 62L42 80M58 66V82M-5 8C-6 3 3 1 4 5L5 12L-3 14ZM35 12L36 5C37 1 45 3 45 8L44 14Z" />
    </g>
  )
}

/** Long enough to leave a sheet that is wider than the drawing. */
function Sleeve({ x, y }: { x: number; y: number }) {
  return <rect className="accent" x={x - 6} y={y} width={64} height={400} rx={10} />
}
