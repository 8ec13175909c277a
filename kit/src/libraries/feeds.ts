export { parseRssFeed } from 'feedsmith'
