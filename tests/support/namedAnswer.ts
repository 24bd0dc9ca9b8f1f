/** As the server names its build in each answer: without it, an answer may be anybody's. */
export function namedAnswer(response: Response): Response {
  response.headers.set('Fieldport-Build', '3630000')
  return response
}
