// Generates the SDK's types and tables and the Postman collection after a change of the routes: `npx tsx
// scripts/generate-sdk.ts`.
import { writeFileSync } from 'node:fs'
import { postmanCollection, postmanFile } from './postman-collection.ts'
import { describedRoutes, sdkFiles, sdkFolder } from './sdk-files.ts'

for (const [name, text] of Object.entries(await sdkFiles())) writeFileSync(new URL(name, sdkFolder), text)
writeFileSync(postmanFile, postmanCollection(describedRoutes()))
