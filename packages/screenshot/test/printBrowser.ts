// Prints, as JSON, the result of starting a browser as the user of this process.
import { testChromium } from "../src/index.ts"

console.log(JSON.stringify(await testChromium({ executablePath: process.env["MON_CHROMIUM_PATH"] ?? null })))
