import { lazy, Suspense, useState } from "react"
import { useLanguage } from "../words/language.ts"
import { Button } from "./Button.tsx"
import css from "./Curl.module.css"
import type { ApiCall } from "./curlOf.ts"

const CurlDialog = lazy(() => import("./CurlDialog.tsx"))

/**
 * Shows the API call behind a screen as a command to copy. The command is hidden on phones, which have no space for it
 * and no shell.
 */
export const Curl = ({ label, ...call }: ApiCall & { readonly label?: string }) => {
  const { words } = useLanguage()
  const title = label ?? words.curl.label
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <span className={css["wide"]}>
      <Button
        kind="quiet"
        aria-label={`${words.curl.button}: ${title}`}
        title={title}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        {words.curl.button}
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <CurlDialog title={title} call={call} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </span>
  )
}
