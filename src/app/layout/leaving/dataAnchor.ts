/** Where the profile shows what one can do with one's data: `/profile#myData`. */
export const dataAnchor = 'myData'
