import { wholeNumber } from "./Query.ts"

export const pageQuery = (size: { readonly minimum: number; readonly maximum: number; readonly default: number }) => ({
  page: wholeNumber("page", { minimum: 1, default: 1 }, "Number of the page, starting at 1."),
  limit: wholeNumber("limit", size, "Maximum number of items per page.")
})
