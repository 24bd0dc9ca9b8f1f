type ListenAddress = {
  readonly host: string
  readonly port: number
  /** Of the variables that name the place. */
  readonly prefix: '' | 'METRICS_'
}

/** A sentence that says what to do. */
export function describeListenError(error: unknown, { host, port, prefix }: ListenAddress): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Stop what uses it, or set ${prefix}PORT to another one.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set ${prefix}PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${prefix}HOST is ${host}, which is no address of this computer. Set it to one, or to 0.0.0.0 for all of them.`
  return `Could not listen on ${host}:${port}: ${String(error)}`
}
