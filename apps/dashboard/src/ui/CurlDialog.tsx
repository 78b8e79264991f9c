import { Link } from "wouter"
import { useLanguage } from "../words/language.ts"
import { Copy } from "./Copy.tsx"
import { type ApiCall, curlOf } from "./curlOf.ts"
import { Dialog } from "./Dialog.tsx"
import css from "./Screen.module.css"

const CurlDialog = ({
  call,
  onClose,
  open,
  title
}: {
  readonly title: string
  readonly call: ApiCall
  readonly open: boolean
  readonly onClose: () => void
}) => {
  const { words } = useLanguage()
  const command = curlOf(call, globalThis.location.origin)
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className={css["text"]}>
        <code className={css["code"]} tabIndex={0}>
          {command}
        </code>
        <p className={css["small"]}>
          {words.curl.hint} <Link href="/settings/keys">{words.curl.keys}</Link> · <a href="/docs">{words.curl.docs}</a>
        </p>
        <div className={css["end"]}>
          <Copy text={command} />
        </div>
      </div>
    </Dialog>
  )
}

export default CurlDialog
