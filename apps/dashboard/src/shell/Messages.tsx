import { lazy, Suspense, useState, useSyncExternalStore } from "react"
import { messageQueue } from "../ui/notify.ts"

const Toasts = lazy(() => import("./Toasts.tsx"))

/** Shows messages. The code that displays them is loaded with the first message. */
export const Messages = () => {
  const isWaiting = useSyncExternalStore(messageQueue.subscribe, () => messageQueue.current().length > 0)
  const [isNeeded, setNeeded] = useState(false)
  if (isWaiting && !isNeeded) setNeeded(true)
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null
}
