/** Where the profile shows the own second factors: `/profile#secondFactors`. */
export const factorsAnchor = 'secondFactors'
