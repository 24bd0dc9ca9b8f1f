/** fr-FR in both languages (the specification, section 1). Days are stored in UTC. */
export const dayFormat = new Intl.DateTimeFormat('fr-FR', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
