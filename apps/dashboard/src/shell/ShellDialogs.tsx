import { endpoints } from "../api/endpoints.ts"
import { PauseDialog, storePause } from "../settings/PauseDialog.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useDialogWords } from "./useDialogWords.ts"
import { Palette } from "./Palette.tsx"
import css from "./Shell.module.css"

export type ShellDialog = "palette" | "shortcuts" | "pause"

const Shortcuts = () => {
  const { shortcuts } = useDialogWords()
  return shortcuts.groups.map(([title, keys]) => (
    <section key={title} aria-label={title}>
      <h3 className={css["group"]}>{title}</h3>
      <dl className={css["shortcuts"]}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}

/**
 * Shows the palette, the list of keyboard shortcuts and the dialog that pauses alerts. The code of these dialogs is
 * loaded when one of them is first opened.
 */
const ShellDialogs = ({
  onChange,
  open
}: {
  readonly open: ShellDialog | null
  readonly onChange: (open: ShellDialog | null) => void
}) => {
  const words = useDialogWords()
  const close = () => onChange(null)
  return (
    <>
      <Dialog open={open === "shortcuts"} onClose={close} title={words.shortcuts.title}>
        <Shortcuts />
      </Dialog>
      <Dialog open={open === "palette"} onClose={close} title={words.palette.title} top>
        <Palette onClose={close} onShortcuts={() => onChange("shortcuts")} onPauseAlerts={() => onChange("pause")} />
      </Dialog>
      <PauseDialog
        open={open === "pause"}
        onPause={async (until) => storePause(await endpoints.pauseAlerts(until))}
        onClose={close}
      />
    </>
  )
}

export default ShellDialogs
