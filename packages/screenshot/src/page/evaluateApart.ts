import type { BrowserContext, Page } from "playwright-core"

/** Evaluates an expression in an isolated world, where the page's scripts cannot change the functions that it uses. */
export const evaluateApart = async (context: BrowserContext, page: Page, expression: string): Promise<unknown> => {
  const session = await context.newCDPSession(page)
  try {
    const { frameTree } = await session.send("Page.getFrameTree")
    const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id })
    const { result } = await session.send("Runtime.evaluate", {
      expression,
      contextId: executionContextId,
      returnByValue: true
    })
    return result.value
  } finally {
    void session.detach().catch(() => undefined)
  }
}
