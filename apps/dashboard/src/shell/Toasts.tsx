import { Toast } from "@base-ui/react/toast"
import type { ReactNode } from "react"
import { useLanguage } from "../words/language.ts"
import css from "./Toasts.module.css"

/** How long a change can be undone, in milliseconds. */
const UNDO_MS = 10_000

const manager = Toast.createToastManager()

/** Shows a message. With `undo`, it has a button that reverts the change. */
export const notify = (text: string, undo?: { readonly label: string; readonly run: () => void }): void => {
  const id = manager.add({
    description: text,
    timeout: UNDO_MS,
    ...(undo === undefined
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
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={css["toast"]} swipeDirection={["right", "down"]}>
      <Toast.Content className={css["content"]}>
        <Toast.Description className={css["text"]} />
        <Toast.Action className={css["action"]} />
        <Toast.Close className={css["close"]} aria-label={words.toast.close}>
          ×
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

/** The place of messages, over all screens. */
export const Toasts = ({ children }: { readonly children: ReactNode }) => {
  const { words } = useLanguage()
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={css["viewport"]} aria-label={words.toast.region}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
