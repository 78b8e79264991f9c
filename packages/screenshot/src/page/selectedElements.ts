import type { BrowserContext, Page } from "playwright-core"
import type { FailedScreenshot } from "../Screenshot.ts"
import { valueWithin } from "../valueWithin.ts"
import { evaluateApart } from "./evaluateApart.ts"

const SELECT_MS = 2_000

/** A rectangular area of the page, in CSS pixels from the top left corner. */
export interface PageArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const failed = (reason: FailedScreenshot["reason"], message: string): FailedScreenshot => ({
  status: "failed",
  reason,
  message
})

const quoted = (selector: string): string => JSON.stringify(selector.slice(0, 100))

const badSelector = (selector: string): FailedScreenshot =>
  failed("bad_selector", `${quoted(selector)} is not a valid CSS selector.`)

/**
 * Returns an expression that hides elements with their own `style`, so that the text of a selector never becomes part
 * of a style sheet.
 */
const hideExpression = (selectors: ReadonlyArray<string>): string => `
  (() => {
    for (const [index, selector] of ${JSON.stringify(selectors)}.entries()) {
      try {
        for (const element of document.querySelectorAll(selector))
          for (const part of [element, ...element.querySelectorAll("*")])
            part.style?.setProperty("visibility", "hidden", "important")
      } catch {
        return index
      }
    }
    return -1
  })()`

/**
 * Makes the elements of all selectors invisible without changing the layout. Returns null on success, and the failure
 * otherwise.
 */
export const hideElements = async (
  context: BrowserContext,
  page: Page,
  selectors: ReadonlyArray<string>
): Promise<FailedScreenshot | null> => {
  if (selectors.length === 0) return null
  const wrong = await valueWithin(evaluateApart(context, page, hideExpression(selectors)), SELECT_MS)
  if (typeof wrong !== "number") return failed("timeout", "The elements could not be hidden in time.")
  const selector = selectors[wrong]
  return selector === undefined ? null : badSelector(selector)
}

const areaExpression = (selector: string): string => `
  (() => {
    let element
    try {
      element = document.querySelector(${JSON.stringify(selector)})
    } catch {
      return "bad"
    }
    if (element === null) return "none"
    const { height, width, x, y } = element.getBoundingClientRect()
    return { x: x + window.scrollX, y: y + window.scrollY, width, height }
  })()`

const isArea = (value: unknown): value is PageArea =>
  typeof value === "object" &&
  value !== null &&
  (["x", "y", "width", "height"] as const).every((side) => Number.isFinite(Reflect.get(value, side)))

/** Returns the area of the first element that matches a selector, in whole pixels. */
export const areaOf = async (
  context: BrowserContext,
  page: Page,
  selector: string
): Promise<PageArea | FailedScreenshot> => {
  const found = await valueWithin(evaluateApart(context, page, areaExpression(selector)), SELECT_MS)
  if (found === undefined) return failed("timeout", "The element could not be found in time.")
  if (found === "bad") return badSelector(selector)
  if (!isArea(found)) return failed("no_element", `No element on the page matches ${quoted(selector)}.`)
  const x = Math.max(0, Math.floor(found.x))
  const y = Math.max(0, Math.floor(found.y))
  const width = Math.ceil(found.x + found.width) - x
  const height = Math.ceil(found.y + found.height) - y
  if (width < 1 || height < 1) return failed("no_element", `The element that matches ${quoted(selector)} has no size.`)
  return { x, y, width, height }
}
