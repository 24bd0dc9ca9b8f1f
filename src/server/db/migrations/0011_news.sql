CREATE TABLE "news_image_uses" (
	"news_id" bigint NOT NULL,
	"image_id" bigint NOT NULL,
	CONSTRAINT "news_image_uses_news_id_image_id_pk" PRIMARY KEY("news_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "news_images" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token" text NOT NULL,
	"file_id" bigint NOT NULL,
	"unused_since" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "small_thumbnail" text;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "is_deleted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "news_image_uses" ADD CONSTRAINT "news_image_uses_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_image_uses" ADD CONSTRAINT "news_image_uses_image_id_news_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."news_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_images" ADD CONSTRAINT "news_images_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "news_image_uses_image_id_index" ON "news_image_uses" USING btree ("image_id");--> statement-breakpoint
CREATE UNIQUE INDEX "news_images_token_key" ON "news_images" USING btree ("token");--> statement-breakpoint
CREATE INDEX "news_images_file_id_index" ON "news_images" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "news_thumbnail_file_id_index" ON "news" USING btree ("thumbnail_file_id") WHERE "news"."thumbnail_file_id" is not null;