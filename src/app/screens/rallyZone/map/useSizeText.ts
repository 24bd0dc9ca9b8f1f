import { useLingui } from '@lingui/react/macro'

const squareMetersPerHectare = 10_000
const squareMetersPerSquareKilometer = 1_000_000

/** Areas and lengths in the unit that people use for their size. */
export function useSizeText(): { area: (squareMeters: number) => string; length: (meters: number) => string } {
  const { t, i18n } = useLingui()
  const digits = (value: number) => i18n.number(value, { maximumSignificantDigits: 3 })
  return {
    area(squareMeters) {
      if (squareMeters < squareMetersPerHectare / 10) return t`${digits(squareMeters)} m²`
      if (squareMeters < 10 * squareMetersPerSquareKilometer) return t`${digits(squareMeters / squareMetersPerHectare)} ha`
      return t`${digits(squareMeters / squareMetersPerSquareKilometer)} km²`
    },
    length: (meters) => (meters < 1000 ? t`${digits(meters)} m` : t`${digits(meters / 1000)} km`),
  }
}
