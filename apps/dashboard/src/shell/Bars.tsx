import { useMutation } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { endpoints } from "../api/endpoints.ts"
import { queryClient, useAccount, useMonitors, usePauseState } from "../api/queries.ts"
import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Shell.module.css"

const subscribe = (listener: () => void) => {
  globalThis.addEventListener("online", listener)
  globalThis.addEventListener("offline", listener)
  return () => {
    globalThis.removeEventListener("online", listener)
    globalThis.removeEventListener("offline", listener)
  }
}

/** What a viewer must know on every screen: data is old, or alerts are paused. */
export const Bars = () => {
  const { format, words } = useLanguage()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const monitors = useMonitors()
  const pause = usePauseState()
  const account = useAccount()
  const resume = useMutation({
    mutationFn: endpoints.resumeAlerts,
    onSuccess: (state) => queryClient.setQueryData(["pause"], state)
  })
  const isStale = monitors.dataUpdatedAt > 0 && (monitors.isError || monitors.failureCount > 0)
  const time = format.clock(monitors.dataUpdatedAt)
  return (
    <div aria-live="polite">
      {isStale || (!isOnline && monitors.dataUpdatedAt > 0) ? (
        <p className={`${css["bar"]} ${css["stale"]}`}>
          {isOnline ? words.bars.stale(time) : words.bars.offline(time)}
        </p>
      ) : null}
      {pause.data?.paused === true ? (
        <div className={`${css["bar"]} ${css["stale"]}`}>
          <p>
            {words.bars.paused(pause.data.pausedAt === null ? "" : format.dateTime(Date.parse(pause.data.pausedAt)))}
          </p>
          {account.data?.role === "owner" ? (
            <Button onClick={() => resume.mutate()} disabled={resume.isPending}>
              {words.bars.resume}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
