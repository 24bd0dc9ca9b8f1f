ALTER TABLE "firmwares" ALTER COLUMN "version_key" DROP EXPRESSION;--> statement-breakpoint
DROP FUNCTION "version_key"(text);
