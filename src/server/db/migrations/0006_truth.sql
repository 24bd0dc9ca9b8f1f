ALTER TABLE "product_updates" ADD COLUMN "firmware_after" text;--> statement-breakpoint
ALTER TABLE "user_products" ADD COLUMN "confirmed_update_id" bigint;
