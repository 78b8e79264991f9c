import { Toast } from "@base-ui/react/toast"
import { useEffect } from "react"
import { useLanguage } from "../words/language.ts"
import { type Message, messageQueue } from "../ui/notify.ts"
import css from "./Toasts.module.css"

/** The time for which a message stays visible and its change can be undone, in milliseconds. */
const UNDO_MS = 10_000

const manager = Toast.createToastManager()

const show = ({ text, undo }: Message): void => {
  const id = manager.add({
    title: text,
    timeout: UNDO_MS,
    ...(undo === null
      ? {}
      : {
          actionProps: {
            children: undo.label,
            onClick: () => {
              manager.close(id)
              undo.run()
            }
          }
        })
  })
}

const List = () => {
  const { toasts } = Toast.useToastManager()
  const { words } = useLanguage()
  useEffect(() => {
    const showWaiting = () => messageQueue.drain().forEach(show)
    showWaiting()
    return messageQueue.subscribe(showWaiting)
  }, [])
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={css["toast"]} swipeDirection={["right", "down"]}>
      <Toast.Content className={css["content"]}>
        <Toast.Title className={css["text"]} />
        <Toast.Action className={css["action"]} />
        <Toast.Close className={css["close"]} aria-label={words.toast.close}>
          ×
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

const Toasts = () => {
  const { words } = useLanguage()
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className={css["viewport"]} aria-label={words.toast.region}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

export default Toasts
