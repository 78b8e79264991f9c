/** Returns the value of a promise; undefined if the promise takes longer than `ms` milliseconds or rejects. */
export const valueWithin = async <A>(work: Promise<A>, ms: number): Promise<A | undefined> => {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      work.catch(() => undefined),
      new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, ms, undefined)
      })
    ])
  } finally {
    clearTimeout(timer)
  }
}
