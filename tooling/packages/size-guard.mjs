// Compares sizes with budgets. Every entry point needs a budget, every budget needs an entry point, and no size may
// exceed its budget.

/**
 * The percentage that is added to a size when its budget is written: less than a new dependency adds, but more than
 * another version of gzip adds.
 */
export const ROOM_PERCENT = 4

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`

/** Returns a line for each violation. `sizes` and `budgets` are { specifier: { figure: bytes of gzip } }. */
export const beyondBudget = (sizes, budgets) => [
  ...Object.entries(sizes).flatMap(([specifier, figures]) =>
    Object.entries(figures).flatMap(([figure, bytes]) => {
      const budget = budgets[specifier]?.[figure]
      if (budget === undefined) return [`${specifier}: ${figure} is ${kib(bytes)} and has no budget`]
      return bytes > budget
        ? [`${specifier}: ${figure} is ${kib(bytes)}, ${bytes - budget} bytes above its budget of ${kib(budget)}`]
        : []
    })
  ),
  ...Object.keys(budgets)
    .filter((specifier) => !(specifier in sizes))
    .map((specifier) => `${specifier}: has a budget but is no longer an entry point`)
]

export const budgetsFor = (sizes) =>
  Object.fromEntries(
    Object.entries(sizes).map(([specifier, figures]) => [
      specifier,
      Object.fromEntries(
        Object.entries(figures).map(([figure, bytes]) => [figure, Math.ceil(bytes * (1 + ROOM_PERCENT / 100))])
      )
    ])
  )
