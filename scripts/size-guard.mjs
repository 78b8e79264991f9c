// Holds measured sizes to the budgets: every door has a budget, every budget a door, and no figure is above its budget.

/** What a budget written anew leaves for growth, in percent: less than a new dependency, more than another gzip. */
export const ROOM_PERCENT = 4

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`

/** `sizes` and `budgets` are { door: { figure: bytes of gzip } }; the answer is a line for each fault. */
export const beyondBudget = (sizes, budgets) => [
  ...Object.entries(sizes).flatMap(([door, figures]) =>
    Object.entries(figures).flatMap(([figure, bytes]) => {
      const budget = budgets[door]?.[figure]
      if (budget === undefined) return [`${door}: ${figure} is ${kib(bytes)} and has no budget`]
      return bytes > budget
        ? [`${door}: ${figure} is ${kib(bytes)}, ${bytes - budget} bytes above its budget of ${kib(budget)}`]
        : []
    })
  ),
  ...Object.keys(budgets)
    .filter((door) => !(door in sizes))
    .map((door) => `${door}: has a budget and is no door any more`)
]

export const budgetsFor = (sizes) =>
  Object.fromEntries(
    Object.entries(sizes).map(([door, figures]) => [
      door,
      Object.fromEntries(
        Object.entries(figures).map(([figure, bytes]) => [figure, Math.ceil(bytes * (1 + ROOM_PERCENT / 100))])
      )
    ])
  )
