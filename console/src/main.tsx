// Entry point. Applies the preferences first, so that the first paint has the right theme.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import './style.css'
import { apply } from './preferences.ts'
import { router } from './router.tsx'
import { client } from './session.ts'

apply()
const root = document.getElementById('root')
if (!root) throw new Error('the page has no place for the console')
createRoot(root).render(
  <QueryClientProvider client={client}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
