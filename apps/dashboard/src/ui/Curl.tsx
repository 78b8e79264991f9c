import { lazy, Suspense, useState } from "react"
import { useLanguage } from "../words/language.ts"
import { Button } from "./Button.tsx"
import type { ApiCall } from "./curlOf.ts"

const CurlDialog = lazy(() => import("./CurlDialog.tsx"))

/** Shows the API call of what is on the screen, as a command to copy. */
export const Curl = ({ label, ...call }: ApiCall & { readonly label?: string }) => {
  const { words } = useLanguage()
  const title = label ?? words.curl.label
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
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
    </>
  )
}
