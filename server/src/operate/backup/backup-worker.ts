// The thread of a scheduled backup. It runs at the lowest priority: calls come first.
import { lowerPriority } from '../../platform/lib/lower-priority.ts'
import { type BackupReply, type BackupTask, runBackupTask } from './backup-task.ts'

lowerPriority()

export default function backup(task: BackupTask): Promise<BackupReply> {
  return runBackupTask(task)
}
