<?php
/**
 * The fields for search engines and shared links on classic screens: events, other items without the block editor, the home page and
 * the FAQ page.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

const SEO_NONCE = 'site_companion_seo_nonce';

add_action( 'add_meta_boxes', __NAMESPACE__ . '\add_seo_box' );
add_action( 'save_post', __NAMESPACE__ . '\save_seo_box', 10, 2 );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_seo_box' );

function add_seo_box( string $type ): void {
	if ( ! in_array( $type, TYPES_WITH_SEO, true ) || has_seo_plugin() ) {
		return;
	}
	add_meta_box(
		// WordPress derives other ids from this one. They must not be equal to ids of the fields.
		'site-companion-search',
		__( 'Search and sharing', 'site-companion' ),
		__NAMESPACE__ . '\show_seo_box',
		$type,
		'normal',
		'default',
		// The block editor has a panel instead.
		array( '__back_compat_meta_box' => true )
	);
}

function show_seo_box( WP_Post $post ): void {
	wp_nonce_field( 'site_companion_seo_' . $post->ID, SEO_NONCE );
	show_seo_fields( stored_seo( $post->ID ), seo_preview_of( $post ) );
}

/**
 * The form fields.
 *
 * @param array $seo     Values as they are stored.
 * @param array $preview What the preview shows for empty fields: `title`, `description`, `image`, `path`.
 */
function show_seo_fields( array $seo, array $preview ): void {
	$image = $seo['image'];
	?>
	<div class="site-companion-seo" data-preview="<?php echo esc_attr( (string) wp_json_encode( $preview ) ); ?>">
		<div class="site-companion-seo-fields">
			<p>
				<label for="site-companion-seo-title"><?php esc_html_e( 'Title', 'site-companion' ); ?></label>
				<input type="text" class="widefat" id="site-companion-seo-title" name="site_companion_seo[title]" data-seo="title" maxlength="<?php echo esc_attr( (string) SEO_MAX_LENGTHS['title'] ); ?>" value="<?php echo esc_attr( $seo['title'] ); ?>" placeholder="<?php echo esc_attr( $preview['title'] ); ?>" aria-describedby="site-companion-seo-title-count" />
				<span class="description" id="site-companion-seo-title-count" data-count="title"></span>
			</p>
			<p>
				<label for="site-companion-seo-description"><?php esc_html_e( 'Description', 'site-companion' ); ?></label>
				<textarea class="widefat" id="site-companion-seo-description" name="site_companion_seo[description]" data-seo="description" rows="3" maxlength="<?php echo esc_attr( (string) SEO_MAX_LENGTHS['description'] ); ?>" placeholder="<?php echo esc_attr( $preview['description'] ); ?>" aria-describedby="site-companion-seo-description-count"><?php echo esc_textarea( $seo['description'] ); ?></textarea>
				<span class="description" id="site-companion-seo-description-count" data-count="description"></span>
			</p>
			<p>
				<strong><?php esc_html_e( 'Picture of shared links', 'site-companion' ); ?></strong><br />
				<?php foreach ( array( 'id', 'url', 'alt', 'width', 'height' ) as $name ) : ?>
					<input type="hidden" name="site_companion_seo[image][<?php echo esc_attr( $name ); ?>]" data-seo-image="<?php echo esc_attr( $name ); ?>" value="<?php echo esc_attr( (string) $image[ $name ] ); ?>" />
				<?php endforeach; ?>
				<button type="button" class="button" data-action="choose"><?php esc_html_e( 'Choose picture', 'site-companion' ); ?></button>
				<button type="button" class="button-link button-link-delete" data-action="remove"><?php esc_html_e( 'Remove picture', 'site-companion' ); ?></button><br />
				<span class="description" data-count="image"></span>
			</p>
			<p>
				<label>
					<input type="checkbox" name="site_companion_seo[noindex]" value="1" data-seo="noindex" <?php checked( $seo['noindex'] ); ?> />
					<?php esc_html_e( 'Hide from search engines', 'site-companion' ); ?>
				</label>
			</p>
		</div>
		<div data-seo-preview></div>
	</div>
	<?php
}

/** What the preview shows for the empty fields of an item. */
function seo_preview_of( WP_Post $post ): array {
	$image = attachment_field( (int) get_post_thumbnail_id( $post ) );

	return array(
		'title'       => plain_text( $post->post_title ),
		'description' => own_description( $post ) ?: plain_text( $post->post_excerpt ),
		'image'       => $image ? $image['url'] : '',
		'path'        => 'auto-draft' === $post->post_status ? '/' : site_path_of( $post ) ?? '/',
	);
}

/** The field "Description" of a page; empty for other items. */
function own_description( WP_Post $post ): string {
	$description = read_fields( $post->ID )['description'] ?? '';

	return is_string( $description ) ? plain_text( $description ) : '';
}

/** The submitted values of an item; null if the form has none, its nonce is invalid or the user may not edit the item. */
function submitted_item_seo( WP_Post $post ): ?array {
	$nonce = isset( $_POST[ SEO_NONCE ] ) ? sanitize_key( wp_unslash( $_POST[ SEO_NONCE ] ) ) : '';
	if (
		! isset( $_POST['site_companion_seo'] )
		|| ! is_array( $_POST['site_companion_seo'] )
		|| ! wp_verify_nonce( $nonce, 'site_companion_seo_' . $post->ID )
		|| ! current_user_can( 'edit_post', $post->ID )
		|| ! in_array( $post->post_type, TYPES_WITH_SEO, true )
	) {
		return null;
	}

	return submitted_seo( wp_unslash( $_POST['site_companion_seo'] ), stored_seo( $post->ID ) ); // phpcs:ignore WordPress.Security.ValidatedSanitizedInput
}

function save_seo_box( int $id, WP_Post $post ): void {
	$submitted = wp_is_post_autosave( $id ) || wp_is_post_revision( $id ) ? null : submitted_item_seo( $post );
	if ( null === $submitted ) {
		return;
	}
	if ( empty_seo() === $submitted ) {
		delete_post_meta( $id, SEO_META );
	} else {
		update_post_meta( $id, SEO_META, wp_slash( $submitted ) );
	}
}

/** The submitted values, with the stored canonical URL, which is not in the form. */
function submitted_seo( array $submitted, array $stored ): array {
	return sanitize_seo( array( 'canonical' => $stored['canonical'] ) + $submitted );
}

/** The fields on the screens of the home page and the FAQ page, inside their forms. */
function show_page_seo( string $page ): void {
	$defaults = array(
		'homepage' => array(
			'title'       => '',
			'description' => stored_site()['description'],
			'path'        => '/',
		),
		'faqpage'  => array(
			'title'       => 'FAQ',
			'description' => plain_text( (string) ( saved_option( FAQPAGE_OPTION )['under_headline_content_html'] ?? '' ) ),
			'path'        => '/faq',
		),
	);
	?>
	<div class="site-companion-panel">
		<h2><?php esc_html_e( 'Search and sharing', 'site-companion' ); ?></h2>
		<?php show_seo_fields( sanitize_seo( submitted_page_seo() ?? stored_page_seo( $page ) ), $defaults[ $page ] + array( 'image' => '' ) ); ?>
	</div>
	<?php
}

/** The submitted values; null if there are none. */
function submitted_page_seo(): ?array {
	// `sanitize_seo` sanitizes the values, and the screen has checked the nonce.
	return is_array( $_POST['site_companion_seo'] ?? null ) ? wp_unslash( $_POST['site_companion_seo'] ) : null; // phpcs:ignore WordPress.Security
}

/** Saves the fields that `show_page_seo` has shown. The caller has checked nonce and capability. */
function save_submitted_page_seo( string $page ): void {
	$submitted = submitted_page_seo();
	if ( null !== $submitted ) {
		save_page_seo( $page, submitted_seo( $submitted, stored_page_seo( $page ) ) );
	}
}

function enqueue_seo_box( string $hook ): void {
	$screen  = get_current_screen();
	$is_item = in_array( $hook, array( 'post.php', 'post-new.php' ), true ) && $screen && in_array( $screen->post_type, TYPES_WITH_SEO, true );
	if ( ! $is_item && ! str_ends_with( $hook, 'site-companion-homepage' ) && ! str_ends_with( $hook, 'site-companion-faqpage' ) ) {
		return;
	}
	wp_enqueue_media();
	enqueue_seo_preview();
	wp_enqueue_script( 'site-companion-seo-box', plugins_url( 'seo-box.js', __FILE__ ), array( 'site-companion-seo-preview' ), VERSION, true );
}

/** The preview that the box and the panel of the block editor share. */
function enqueue_seo_preview(): void {
	$site = untrailingslashit( setting( 'SITE_COMPANION_SITE_URL' ) );
	wp_enqueue_style( 'site-companion-seo', plugins_url( 'seo-preview.css', __FILE__ ), array(), VERSION );
	wp_enqueue_script( 'site-companion-seo-preview', plugins_url( 'seo-preview.js', __FILE__ ), array( 'wp-i18n' ), VERSION, true );
	wp_set_script_translations( 'site-companion-seo-preview', 'site-companion' );
	wp_add_inline_script(
		'site-companion-seo-preview',
		'var siteCompanionSite = ' . wp_json_encode(
			array(
				'url'         => '' === $site ? home_url() : $site,
				'name'        => name_of_site(),
				'description' => stored_site()['description'],
			)
		) . ';',
		'before'
	);
}
