import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react"
import { type AroundNavHandler, Router } from "wouter"
import { forgetUnsaved, unsavedAt } from "../ui/unsaved.ts"

const LeaveDialog = lazy(() => import("./LeaveDialog.tsx"))

/** Asks whether the person may leave the screen. The rendered `LeaveGuard` sets this function. */
let askBeforeBack: () => void = () => undefined

// This listener is added before the router's listener, so that the router handles a step back only after the person has
// agreed.
globalThis.addEventListener("popstate", (event) => {
  const url = unsavedAt()
  if (url === null || URL.parse(url)?.pathname === globalThis.location.pathname) return
  event.stopImmediatePropagation()
  history.pushState(null, "", url)
  askBeforeBack()
})

globalThis.addEventListener("beforeunload", (event) => {
  if (unsavedAt() !== null) event.preventDefault()
})

const pathOf = (to: string): string => to.replace(/[?#].*$/su, "")

/** Provides the router of the dashboard, which asks before a person leaves a screen with unsaved changes. */
export const LeaveGuard = ({ children }: { readonly children: ReactNode }) => {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const aroundNav = useCallback<AroundNavHandler>((navigate, to, options) => {
    if (unsavedAt() === null || pathOf(to) === globalThis.location.pathname) navigate(to, options)
    else setLeave(() => () => navigate(to, options))
  }, [])
  useEffect(() => {
    askBeforeBack = () => setLeave(() => () => history.back())
  }, [])
  return (
    <Router base="/app" aroundNav={aroundNav}>
      {children}
      {leave === null ? null : (
        <Suspense fallback={null}>
          <LeaveDialog
            onStay={() => setLeave(null)}
            onLeave={() => {
              forgetUnsaved()
              leave()
            }}
          />
        </Suspense>
      )}
    </Router>
  )
}
