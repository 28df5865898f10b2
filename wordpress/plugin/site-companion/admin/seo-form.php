<?php
/**
 * The fields "Search and sharing": a panel of the block editor, and a form on the screen of an event.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

const SEO_NONCE = 'site_companion_seo_nonce';

add_action( 'add_meta_boxes', __NAMESPACE__ . '\add_seo_box' );
add_action( 'save_post', __NAMESPACE__ . '\save_seo_box', 10, 2 );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_seo_form' );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_seo_panel' );
add_filter( '_wp_post_revision_field_' . SEO_META, __NAMESPACE__ . '\show_seo_of_revision', 10, 3 );

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
 * @param array $seo      Values as they are stored.
 * @param array $defaults What the site uses for empty fields: `title`, `description`, `image` (its URL), `path`.
 */
function show_seo_fields( array $seo, array $defaults ): void {
	?>
	<div class="site-companion-seo" data-defaults="<?php echo esc_attr( (string) wp_json_encode( $defaults ) ); ?>">
		<input type="hidden" name="site_companion_seo" value="<?php echo esc_attr( (string) wp_json_encode( $seo ) ); ?>" />
		<div></div>
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

/** What the preview shows for the empty fields of the home page or the FAQ page, whose title and address are fixed. */
function seo_preview_of_page( string $type ): array {
	return array(
		'isFixed'     => true,
		'title'       => HOMEPAGE === $type ? '' : 'FAQ',
		'description' => HOMEPAGE === $type ? stored_site()['description'] : plain_text( (string) ( single_values( FAQPAGE )['under_headline_content_html'] ?? '' ) ),
		'path'        => (string) site_path( $type, '' ),
	);
}

/** In the comparison of revisions, which `compare_fields_of_revisions` extends. */
function show_seo_of_revision( mixed $value, string $name, mixed $revision ): string {
	if ( ! $revision instanceof WP_Post ) {
		return '';
	}
	$seo   = stored_seo( $revision->ID );
	$field = static fn( string $name, string $label, string $type = 'text' ): array => compact( 'name', 'label', 'type' );

	return implode(
		"\n",
		field_lines(
			array(
				$field( 'title', __( 'Title', 'site-companion' ) ),
				$field( 'description', __( 'Description', 'site-companion' ) ),
				$field( 'image', __( 'Picture of shared links', 'site-companion' ), 'image' ),
				$field( 'noindex', __( 'Hide from search engines', 'site-companion' ) ),
			),
			array( 'noindex' => $seo['noindex'] ? __( 'Yes', 'site-companion' ) : '' ) + $seo
		)
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
	$seo   = posted_seo();
	if (
		null === $seo
		|| ! wp_verify_nonce( $nonce, 'site_companion_seo_' . $post->ID )
		|| ! current_user_can( 'edit_post', $post->ID )
		|| ! in_array( $post->post_type, TYPES_WITH_SEO, true )
	) {
		return null;
	}

	return submitted_seo( $seo, stored_seo( $post->ID ) );
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

/** The values of the submitted form; null if there are none. The caller checks nonce and capability. */
function posted_seo(): ?array {
	$json = $_POST['site_companion_seo'] ?? null; // phpcs:ignore WordPress.Security -- `sanitize_seo` sanitizes the values.

	return is_string( $json ) ? decode_fields( wp_unslash( $json ) ) : null;
}

function enqueue_seo_form(): void {
	$screen  = get_current_screen();
	$is_item = $screen && 'post' === $screen->base && ! $screen->is_block_editor() && in_array( $screen->post_type, TYPES_WITH_SEO, true );
	if ( $is_item ) {
		enqueue_seo_script( null );
	}
}

function enqueue_seo_panel(): void {
	$screen = get_current_screen();
	$post   = get_post();
	if ( ! $screen || 'post' !== $screen->base || ! $post ) {
		return;
	}
	// SEO plugins have no fields for the home page and the FAQ page of the site.
	$is_page = in_array( $screen->post_type, array( HOMEPAGE, FAQPAGE ), true );
	if ( $is_page || ( in_array( $screen->post_type, TYPES_WITH_SEO, true ) && ! has_seo_plugin() ) ) {
		$panel = $is_page ? seo_preview_of_page( $screen->post_type ) : seo_preview_of( $post ) + array( 'ownDescription' => own_description( $post ) );
		enqueue_seo_script( $panel, array( 'wp-core-data', 'wp-edit-post', 'wp-editor', 'wp-plugins' ) );
	}
}

/**
 * @param ?array   $panel        The defaults of the panel of the block editor; null on other screens.
 * @param string[] $dependencies What the panel needs in addition.
 */
function enqueue_seo_script( ?array $panel, array $dependencies = array() ): void {
	$site = untrailingslashit( setting( 'SITE_COMPANION_SITE_URL' ) );
	$data = array(
		'site'       => array(
			'url'         => '' === $site ? home_url() : $site,
			'name'        => name_of_site(),
			'description' => stored_site()['description'],
		),
		'meta'       => SEO_META,
		'empty'      => empty_seo(),
		'maxLengths' => SEO_MAX_LENGTHS,
		'panel'      => $panel,
	);
	wp_enqueue_media();
	enqueue_style( 'admin/seo.css', array( 'wp-components' ) );
	enqueue_script( 'admin/seo.js', array( 'wp-components', 'wp-data', 'wp-dom-ready', 'wp-element', 'wp-i18n', 'wp-media-utils', ...$dependencies ) );
	wp_add_inline_script( 'site-companion-seo', 'var siteCompanionSeo = ' . wp_json_encode( $data ) . ';', 'before' );
}
