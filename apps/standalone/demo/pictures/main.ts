import { command, CommandError, ExitCode, runProcess, text, withDefault } from "@mon/bundled/command-line"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { startDemo } from "../startDemo.ts"
import { takePictures } from "./takePictures.ts"

const FOLDER = fileURLToPath(new URL("../../../../docs/pictures", import.meta.url))
/** The largest total size of the pictures, because every clone of the repository contains them. */
const MAX_BYTES = 1_500_000
/** The time within which all first checks end. */
const CHECKED_AFTER_MS = 75_000

await runProcess(
  command({
    name: "npm run pictures --",
    description: "Starts the demo and takes the pictures of README and docs from it.",
    options: {
      chromium: withDefault(text("path", "the path of a program"), "/usr/bin/chromium", "The browser"),
      folder: withDefault(text("folder", "the path of a folder"), FOLDER, "Where the pictures are written")
    },
    arguments: {},
    exitCodes: { ok: "The pictures were taken", couldNot: "The pictures could not be taken" },
    run: async ({ chromium, folder }, { out }) => {
      const dataDir = mkdtempSync(join(tmpdir(), "mon-pictures-"))
      try {
        const demo = await startDemo({ dataDir, port: 0, report: (line) => out(`${line}\n`) })
        try {
          out("Waiting for the first checks …\n")
          await new Promise((done) => setTimeout(done, CHECKED_AFTER_MS))
          const pictures = await takePictures(demo, chromium, folder)
          for (const { bytes, file } of pictures) out(`${Math.round(bytes / 1_000)} KB  ${file}\n`)
          const sum = pictures.reduce((total, { bytes }) => total + bytes, 0)
          if (sum > MAX_BYTES) throw new CommandError(`${sum} bytes are more than ${MAX_BYTES}.`)
          return ExitCode.ok
        } finally {
          await demo.close()
        }
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    }
  }),
  new URL("../../package.json", import.meta.url)
)
