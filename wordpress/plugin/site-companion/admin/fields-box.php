<?php
/**
 * The meta box that edits an item's fields as JSON, for post types without an ACF field group.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

const FIELDS_NONCE = 'site_companion_fields_nonce';

/** The last text that was not a valid JSON object, so that the editor can correct it. */
const REJECTED_META = '_site_companion_fields_rejected';

add_action( 'add_meta_boxes', __NAMESPACE__ . '\add_fields_box', 10, 2 );
add_action( 'save_post', __NAMESPACE__ . '\save_fields_box', 10, 2 );
add_action( 'admin_notices', __NAMESPACE__ . '\show_rejected_fields_notice' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_fields_script' );

function add_fields_box( string $type, mixed $post ): void {
	if ( ! $post instanceof WP_Post || ! in_array( $type, TYPES_WITH_FIELDS, true ) || acf_has_fields_for( $post ) ) {
		return;
	}
	add_meta_box( 'site-companion-fields', __( 'Fields (JSON)', 'site-companion' ), __NAMESPACE__ . '\show_fields_box', $type, 'normal', 'high' );
}

function show_fields_box( WP_Post $post ): void {
	$rejected = (string) get_post_meta( $post->ID, REJECTED_META, true );
	$saved    = (string) get_post_meta( $post->ID, FIELDS_META, true );
	$fields   = decode_fields( $saved );
	$text     = '' !== $rejected ? $rejected : ( null === $fields ? $saved : encode_fields( $fields, JSON_PRETTY_PRINT ) );

	wp_nonce_field( 'site_companion_fields_' . $post->ID, FIELDS_NONCE );
	?>
	<p id="site-companion-fields-hint">
		<?php esc_html_e( 'The REST API returns these as acf. One JSON object; leave it empty when the item has none.', 'site-companion' ); ?>
	</p>
	<p id="site-companion-fields-error" role="alert" class="site-companion-error"></p>
	<textarea
		name="site_companion_fields"
		id="site-companion-fields-json"
		class="large-text code"
		rows="18"
		spellcheck="false"
		aria-label="<?php esc_attr_e( 'Fields as JSON', 'site-companion' ); ?>"
		aria-describedby="site-companion-fields-hint site-companion-fields-error"
	><?php echo esc_textarea( $text ); ?></textarea>
	<?php
}

function save_fields_box( int $id, WP_Post $post ): void {
	$nonce = isset( $_POST[ FIELDS_NONCE ] ) ? sanitize_key( wp_unslash( $_POST[ FIELDS_NONCE ] ) ) : '';
	if (
		! isset( $_POST['site_companion_fields'] )
		|| ! is_string( $_POST['site_companion_fields'] )
		|| ! wp_verify_nonce( $nonce, 'site_companion_fields_' . $id )
		|| ! current_user_can( 'edit_post', $id )
		|| ! in_array( $post->post_type, TYPES_WITH_FIELDS, true )
		|| wp_is_post_autosave( $id )
		|| wp_is_post_revision( $id )
	) {
		return;
	}

	// Not sanitized: the site sanitizes the fields before it renders them, and this plugin escapes them.
	$text   = wp_unslash( $_POST['site_companion_fields'] ); // phpcs:ignore WordPress.Security.ValidatedSanitizedInput
	$fields = decode_fields( $text );
	if ( null === $fields ) {
		update_post_meta( $id, REJECTED_META, wp_slash( $text ) );
		return;
	}
	delete_post_meta( $id, REJECTED_META );
	save_fields( $id, $fields );
}

function show_rejected_fields_notice(): void {
	$screen = get_current_screen();
	$post   = get_post();
	if ( ! $screen || 'post' !== $screen->base || ! $post || '' === (string) get_post_meta( $post->ID, REJECTED_META, true ) ) {
		return;
	}
	wp_admin_notice(
		__( 'The fields are not a valid JSON object, so the site keeps the last valid ones. What you typed is still in the box below: correct it and save again.', 'site-companion' ),
		array(
			'type'        => 'error',
			'dismissible' => false,
		)
	);
}

function enqueue_fields_script( string $hook ): void {
	$screen = get_current_screen();
	if ( ! in_array( $hook, array( 'post.php', 'post-new.php' ), true ) || ! $screen || ! in_array( $screen->post_type, TYPES_WITH_FIELDS, true ) ) {
		return;
	}
	wp_enqueue_style( 'site-companion', plugins_url( 'admin.css', __FILE__ ), array(), VERSION );
	wp_enqueue_script( 'site-companion-fields', plugins_url( 'fields-box.js', __FILE__ ), array(), VERSION, true );
}
