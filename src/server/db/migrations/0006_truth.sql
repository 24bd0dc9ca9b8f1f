ALTER TABLE "product_updates" ADD COLUMN "firmware_after" text;--> statement-breakpoint
ALTER TABLE "user_products" ADD COLUMN "confirmed_update_id" bigint;--> statement-breakpoint
ALTER TABLE "product_updates" ADD CONSTRAINT "product_updates_firmware_after_check" CHECK ("product_updates"."success" is not true or "product_updates"."firmware_after" is null);