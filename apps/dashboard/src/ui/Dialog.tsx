import { Dialog as Base } from "@base-ui/react/dialog"
import type { ReactNode } from "react"
import css from "./Dialog.module.css"

/**
 * Shows a modal dialog. Escape closes the dialog. The focus then returns to the element that had it before the dialog
 * opened.
 */
export const Dialog = ({
  children,
  onClose,
  open,
  title,
  top = false,
  wide = false
}: {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Whether the dialog is at the top of the window, with a hidden title. */
  readonly top?: boolean
  /** Whether the dialog has room for long lines. */
  readonly wide?: boolean
}) => (
  <Base.Root open={open} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
    <Base.Portal>
      <Base.Backdrop data-backdrop="" className={css["backdrop"]} />
      <Base.Popup className={`${css["popup"]} ${top ? css["top"] : ""} ${wide ? css["wide"] : ""}`}>
        <Base.Title className={top ? css["hidden"] : css["title"]}>{title}</Base.Title>
        {children}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
)
